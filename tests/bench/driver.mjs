// One figure of rivetkit's own file-system driver, in milliseconds:
// `node driver.mjs create FOLDER AT-ONCE` or `node driver.mjs start-up FOLDER`
import { actor, createClientWithDriver, createFileSystemDriver, setup } from "rivetkit";

process.env.RIVET_LOG_LEVEL ??= "SILENT";
const [what, path, atOnce] = process.argv.slice(2);
const registry = setup({
	noWelcome: true,
	use: {
		counter: actor({
			state: { count: 0 },
			options: { sleepTimeout: 3_600_000 },
			actions: { ping: () => "pong" },
		}),
	},
});
const config = registry.parseConfig();

async function create() {
	const manager = createFileSystemDriver({ path }).manager(config);
	const client = createClientWithDriver(manager);
	await client.counter.getOrCreate(["warm"]).ping();
	const began = performance.now();
	let next = 0;
	await Promise.all(
		Array.from({ length: Number(atOnce) }, async () => {
			while (next < 1000) await client.counter.getOrCreate([`a${next++}`]).resolve();
		}),
	);
	return performance.now() - began;
}

async function startUp() {
	const began = performance.now();
	createFileSystemDriver({ path }).manager(config);
	await new Promise((resolve) => setTimeout(resolve, 0));
	return performance.now() - began;
}

console.log((what === "create" ? await create() : await startUp()).toFixed(1));
process.exit(0);
