// rivetkit's side: a session in a process of its own, so that it lets go of the folder at its end.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";

const script = path.join(path.dirname(fileURLToPath(import.meta.url)), "rivetkit-session.mjs");

const running = new Set();

export class Rivetkit {
	#folder;
	#child;
	#answers;

	constructor(modules, folder) {
		this.#folder = folder;
		this.#child = spawn(process.execPath, [script, modules, folder], { stdio: ["pipe", "pipe", "inherit"] });
		running.add(this.#child);
		this.#child.on("exit", () => running.delete(this.#child));
		this.#answers = readline.createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
	}

	get pid() {
		return this.#child.pid;
	}

	async do(command) {
		this.#child.stdin.write(`${JSON.stringify(command)}\n`);
		const { value, done } = await this.#answers.next();
		if (done) throw new Error(`rivetkit ended at ${JSON.stringify(command)}`);
		const answer = JSON.parse(value);
		if (answer.error) throw new Error(`rivetkit: ${JSON.stringify(command)}: ${answer.error}`);
		return answer.value;
	}

	call(key, action, ...args) {
		return this.do({ do: "call", key, action, args });
	}

	/** Puts the actor to sleep and waits until that is on disk; rivetkit answers and lists before. */
	async nap(key, id) {
		await this.call(key, "nap");
		// Its database is closed last.
		const wal = path.join(this.#folder, "databases", `${id}.db-wal`);
		await until(() => !fs.existsSync(wal));
		await until(async () => (await this.do({ do: "list" })).find((actor) => actor.actorId === id)?.sleepTs != null);
	}

	/** Ends what a test that failed has left behind: it would keep this program from ending. */
	static killAll() {
		for (const child of running) child.kill();
	}

	end() {
		return new Promise((done) => {
			this.#child.on("exit", done);
			this.#child.stdin.end();
		});
	}
}

/** Waits until `holds` does. */
export async function until(holds, limitMs = 20_000) {
	for (const end = Date.now() + limitMs; !(await holds()); ) {
		if (Date.now() > end) throw new Error(`it never came to that: ${holds}`);
		await new Promise((done) => setTimeout(done, 25));
	}
}
