// rivetkit itself over one storage folder, told what to do line by line:
//   node rivetkit-session.mjs MODULES FOLDER
// MODULES is a node_modules folder with rivetkit. Standard input has one JSON object a line, standard
// output an answer to each: {"value":…} or {"error":"…"}. Ends with its input, as a developer's
// program ends: actors that were not told to sleep stay marked as running.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

process.env.RIVET_LOG_LEVEL ??= "SILENT";
const [modules, folder] = process.argv.slice(2);
const rivetkit = path.join(modules, "rivetkit");
const main = JSON.parse(fs.readFileSync(path.join(rivetkit, "package.json"))).exports["."].import.default;
const { actor, setup, createClientWithDriver, createFileSystemDriver } = await import(
	pathToFileURL(path.join(rivetkit, main)).href
);

let wakes = [];

// What the engine's side defines in InteropActors.cpp under the same name.
const ledger = actor({
	createState: (c, input) => ({ input: input ?? null, count: 0, ticks: 0 }),
	options: { sleepTimeout: 3_600_000, stateSaveInterval: 10 },
	onWake: (c) => {
		wakes.push(c.actorId);
	},
	actions: {
		add: async (c, n) => {
			c.state.count += n;
			await c.kv.put(`entry/${String(c.state.count).padStart(6, "0")}`, `rivetkit ${c.state.count}`);
			await c.saveState({ immediate: true });
			return c.state.count;
		},
		put: (c, key, value) => c.kv.put(key, value),
		remove: (c, key) => c.kv.delete(key),
		entries: async (c) => (await c.kv.list("")).map(([key, value]) => [String(key), String(value)]),
		state: (c) => ({ ...c.state }),
		tickAt: (c, at) => c.schedule.at(at, "tick"),
		tick: async (c) => {
			c.state.ticks++;
			await c.kv.put(`rivetkit-tick/${c.state.ticks}`, String(Date.now()));
			await c.saveState({ immediate: true });
		},
		nap: (c) => {
			c.sleep();
		},
		end: (c) => {
			c.destroy();
		},
	},
});

// A state of all that a state can have. What it is, is told in words: an answer could not carry it.
const rich = actor({
	createState: (c, input) => ({
		count: 1,
		text: "grün 🦀",
		nothing: null,
		undef: undefined,
		floats: [0.1, -0, NaN, Infinity, -Infinity, 5e-324, 1e300, 2 ** 53],
		bigints: [0n, -1n, 2n ** 64n, -(2n ** 100n)],
		date: new Date(1700000000011),
		map: new Map([["a", 1], [2, new Map([[{ x: 1 }, [undefined]]])]]),
		set: new Set(["x", 1, new Date(0)]),
		bytes: new Uint8Array([0, 255, 1]),
		typed: [
			new Int16Array([-1, 2]), new Float32Array([0.5]), new Float64Array([0.1]),
			new BigInt64Array([-5n]), new Uint32Array([2 ** 32 - 1]),
		],
		regexp: /a+/giu,
		nested: { list: [{ deep: { deeper: [1, [2, [3]]] } }], input },
	}),
	options: { sleepTimeout: 3_600_000, stateSaveInterval: 10 },
	actions: {
		seen: (c) => inspect(c.state, { depth: null, maxArrayLength: null, maxStringLength: null, sorted: false }),
		nap: (c) => {
			c.sleep();
		},
	},
});

const registry = setup({ noWelcome: true, use: { ledger, rich } });
const manager = createFileSystemDriver({ path: folder }).manager(registry.parseConfig());
const client = createClientWithDriver(manager);

const commands = {
	rich: ({ action }) => client.rich.getOrCreate(["rich"], { createWithInput: { when: new Date(5) } })[action](),
	list: () => manager.listActors({ name: "ledger" }),
	kv: ({ id, keyHex }) => manager.kvGet(id, Uint8Array.from(Buffer.from(keyHex, "hex"))),
	call: ({ key, input, action, args }) =>
		client.ledger.getOrCreate(key, { createWithInput: input })[action](...(args ?? [])),
	// As getOrCreate would, and says whether there was one.
	find: async ({ key }) => (await manager.getWithKey({ name: "ledger", key }))?.actorId ?? null,
	wakes: () => wakes.splice(0),
};

for await (const line of readline.createInterface({ input: process.stdin })) {
	const command = JSON.parse(line);
	let answer;
	try {
		answer = { value: (await commands[command.do](command)) ?? null };
	} catch (error) {
		answer = { error: String(error?.stack ?? error) };
	}
	process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
