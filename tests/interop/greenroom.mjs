// Greenroom's side: greenroomctl, one call or a whole run.
import { execFile, spawn } from "node:child_process";
import readline from "node:readline";

export class Greenroom {
	constructor(program, plugin) {
		this.program = program;
		this.plugin = plugin;
	}

	/** Runs a command to its end: { code, output, errors }. */
	call(...words) {
		return new Promise((done) => {
			execFile(this.program, words, { encoding: "utf8", maxBuffer: 1 << 28 }, (error, output, errors) =>
				done({ code: error ? error.code : 0, output, errors }),
			);
		});
	}

	/** The JSON that a command prints; it must succeed. */
	async json(...words) {
		const { code, output, errors } = await this.call(...words, "--json");
		if (code !== 0) throw new Error(`greenroomctl ${words.join(" ")}: ${code}: ${errors}`);
		return JSON.parse(output);
	}

	/** Runs the folder until an event fits each of `wanted`, then ends it as Ctrl+C does. Gives all. */
	async runUntil(folder, wanted, limitMs = 30_000) {
		const child = spawn(this.program, ["run", folder, "--plugin", this.plugin, "--json"], {
			stdio: ["ignore", "pipe", "pipe"],
		});
		let errors = "";
		child.stderr.on("data", (bytes) => (errors += bytes));
		const ended = new Promise((done) => child.on("exit", (code) => done(code)));
		const events = [];
		const open = new Set(wanted);
		let isAskedToStop = false;
		const stop = () => {
			if (!isAskedToStop) child.kill("SIGINT");
			isAskedToStop = true;
		};
		const limit = setTimeout(stop, limitMs);
		for await (const line of readline.createInterface({ input: child.stdout })) {
			const event = JSON.parse(line);
			events.push(event);
			for (const fits of open) if (fits(event)) open.delete(fits);
			if (open.size === 0) stop();
		}
		clearTimeout(limit);
		const code = await ended;
		if (code !== 0 || open.size > 0)
			throw new Error(`run ended with ${code}, ${open.size} events missing: ${errors}\n${JSON.stringify(events, null, 1)}`);
		return events;
	}
}
