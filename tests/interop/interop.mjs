// One storage folder, in turn run by Greenroom and by rivetkit itself:
//   node interop.mjs GREENROOMCTL PLUGIN MODULES      (see ./run)
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";

import { Greenroom } from "./greenroom.mjs";
import { Rivetkit, until } from "./rivetkit.mjs";

const [program, plugin, modules] = process.argv.slice(2);
const greenroom = new Greenroom(program, plugin);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-interop-"));
after(() => Rivetkit.killAll());
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

const hex = (text) => Buffer.from(text).toString("hex");
const FarAway = Date.UTC(2100, 0, 1);
const times = ["createTs", "startTs", "connectableTs", "sleepTs", "destroyTs"];

/** What Greenroom lists, in rivetkit's words, by id. */
async function listed(folder) {
	const { actors } = await greenroom.json("list", folder);
	return Object.fromEntries(
		actors.map(({ actorId, name, key, createdAt, startTs, connectableTs, sleepTs, destroyTs }) => [
			actorId,
			{ actorId, name, key, createTs: createdAt, startTs, connectableTs, sleepTs, destroyTs },
		]),
	);
}

const byId = (actors) => Object.fromEntries(actors.map((actor) => [actor.actorId, actor]));

/** A user's key-values as Greenroom sees them, as text. */
async function userKv(folder, id) {
	const { entries } = await greenroom.json("kv", "list", folder, id, "--prefix", "04");
	const text = (digits) => Buffer.from(digits, "hex").toString();
	return Object.fromEntries(entries.map(({ keyHex, valueHex }) => [text(keyHex.slice(2)), text(valueHex)]));
}

const alarmFile = (folder, id) => path.join(folder, "alarms", id);

async function create(folder, key, input) {
	const words = ["create", folder, "ledger", ...key.map((part) => `--key=${part}`)];
	if (input !== undefined) words.push("--input", JSON.stringify(input));
	return (await greenroom.json(...words)).actorId;
}

test("what Greenroom wrote, rivetkit lists, reads and runs", { timeout: 120_000 }, async () => {
	const folder = path.join(scratch, "forth");
	const input = { who: "ünï🦀", when: 1_796_045_133_191, few: [1, -1, 0.5, 4_294_967_296, null, true], none: {} };
	const actors = {
		plain: { key: ["plain"], id: await create(folder, ["plain"], input) },
		odd: { key: ["sl/ash", "", "ünï🦀\\", "-x"], id: await create(folder, ["sl/ash", "", "ünï🦀\\", "-x"]) },
		keyless: { key: [], id: await create(folder, []) },
		gone: { key: ["gone"], id: await create(folder, ["gone"]) },
	};
	await greenroom.json("kv", "put", folder, actors.plain.id, "--text", "ключ/🦀", "значение");
	await greenroom.json("kv", "put", folder, actors.plain.id, "04", "under the empty key");
	await greenroom.json("kv", "put", folder, actors.odd.id, "04ff00", "--hex", "00");
	await greenroom.json("kv", "put", folder, actors.odd.id, "--text", "to be removed", "x");
	await greenroom.json("kv", "delete", folder, actors.odd.id, "--text", "to be removed");
	await greenroom.json("wake", folder, actors.odd.id, "--plugin", plugin);
	await greenroom.json("kv", "put", folder, actors.gone.id, "--text", "a", "b");
	await greenroom.json("alarm", "set", folder, actors.gone.id, "+1h");
	await greenroom.json("destroy", folder, actors.gone.id, "--yes");
	// One is overdue when rivetkit starts, one comes due while it runs.
	const due = Date.now() + 10_000;
	await greenroom.json("alarm", "set", folder, actors.odd.id, String(due));
	await greenroom.json("alarm", "set", folder, actors.keyless.id, String(Date.now() - 60_000));
	const before = await listed(folder);
	assert.equal(Object.keys(before).length, 3);

	const rivetkit = new Rivetkit(modules, folder);
	const first = byId(await rivetkit.do({ do: "list" }));
	assert.deepEqual(Object.keys(first).sort(), Object.keys(before).sort());
	for (const id of [actors.plain.id, actors.odd.id]) assert.deepEqual(first[id], before[id]);
	assert.equal(first[actors.keyless.id].createTs, before[actors.keyless.id].createTs);

	const kvGet = (id, keyHex) => rivetkit.do({ do: "kv", id, keyHex });
	assert.equal(await kvGet(actors.plain.id, `04${hex("ключ/🦀")}`), "значение");
	assert.equal(await kvGet(actors.plain.id, "04"), "under the empty key");
	assert.equal(await kvGet(actors.odd.id, "04ff00"), "\0");
	assert.equal(await kvGet(actors.odd.id, `04${hex("to be removed")}`), null);

	// Alarms: fired once due, not before; the file goes and the actor runs.
	const woken = new Set();
	const sees = async (id) => {
		for (const seen of await rivetkit.do({ do: "wakes" })) woken.add(seen);
		return woken.has(id);
	};
	await until(() => sees(actors.keyless.id));
	await until(() => sees(actors.odd.id));
	assert.ok(Date.now() >= due);
	for (const { id } of [actors.keyless, actors.odd]) {
		await until(() => !fs.existsSync(alarmFile(folder, id)));
		const running = byId(await rivetkit.do({ do: "list" }))[id];
		assert.ok(running.connectableTs >= running.createTs);
		assert.equal(running.createTs, before[id].createTs);
	}

	// The input reaches createState as it was given, and the key-values the actor itself.
	assert.deepEqual((await rivetkit.call(actors.plain.key, "state")).input, input);
	assert.deepEqual(Object.fromEntries(await rivetkit.call(actors.plain.key, "entries")), {
		"": "under the empty key",
		"ключ/🦀": "значение",
	});
	assert.equal(await rivetkit.do({ do: "find", key: actors.gone.key }), null);
	assert.equal(await rivetkit.do({ do: "find", key: actors.odd.key }), actors.odd.id);
	await rivetkit.end();
});

test("what rivetkit wrote, Greenroom lists, reads and runs", { timeout: 120_000 }, async () => {
	const folder = path.join(scratch, "back");
	const rivetkit = new Rivetkit(modules, folder);
	const keys = { due: ["due", "a/b"], later: ["later"], unclean: ["unclean", ""], gone: ["gone"] };
	const ids = {};
	for (const [name, key] of Object.entries(keys)) {
		for (let i = 0; i < 3; i++) await rivetkit.call(key, "add", 1);
		ids[name] = await rivetkit.do({ do: "find", key });
	}
	await rivetkit.call(keys.later, "tickAt", FarAway);
	await rivetkit.call(keys.gone, "tickAt", FarAway);
	await rivetkit.call(keys.gone, "end");
	await until(async () => !(ids.gone in byId(await rivetkit.do({ do: "list" }))));
	const due = Date.now() + 8000;
	await rivetkit.call(keys.due, "tickAt", due);
	await rivetkit.nap(keys.due, ids.due);
	await rivetkit.nap(keys.later, ids.later);
	const theirs = byId(await rivetkit.do({ do: "list" }));
	await rivetkit.end();
	assert.ok(Date.now() < due, "the machine is too slow for this test");

	assert.deepEqual(await listed(folder), theirs);
	assert.ok(!(ids.gone in theirs));
	const entries = { "entry/000001": "rivetkit 1", "entry/000002": "rivetkit 2", "entry/000003": "rivetkit 3" };
	for (const name of ["due", "later", "unclean"]) assert.deepEqual(await userKv(folder, ids[name]), entries);

	// The one that rivetkit left running is put right; the rest of its record stays.
	const marked = await greenroom.json("sleep", folder, ids.unclean);
	assert.equal(marked.status, "sleeping");
	for (const time of ["createdAt", "startTs"])
		assert.equal(marked[time], theirs[ids.unclean][time === "createdAt" ? "createTs" : time]);

	const events = await greenroom.runUntil(folder, [
		(event) => event.event === "alarm-fired" && event.actorId === ids.due,
	]);
	const fired = events.find((event) => event.event === "alarm-fired");
	assert.equal(fired.alarmAt, due);
	assert.ok(fired.at >= due);
	assert.deepEqual(events.filter((event) => event.error), []);

	const kv = await userKv(folder, ids.due);
	assert.ok(Number(kv["greenroom-tick/1"]) >= due);
	delete kv["greenroom-tick/1"];
	assert.deepEqual(kv, entries);
	const { alarms } = await greenroom.json("alarms", folder);
	assert.deepEqual(
		alarms.map(({ actorId, timestamp }) => [actorId, timestamp]),
		[[ids.later, FarAway]],
	);
	const after = await listed(folder);
	assert.deepEqual(after[ids.later], theirs[ids.later]);
	assert.equal(after[ids.due].createTs, theirs[ids.due].createTs);
	assert.ok(after[ids.due].startTs >= due && after[ids.due].sleepTs >= after[ids.due].startTs);
	assert.equal(after[ids.due].connectableTs, null);

	// And once more over there: its own state is as it was, with what the C++ actor has added. The
	// schedule in the actor's own keeping was due as well, and rivetkit carries it out.
	const again = new Rivetkit(modules, folder);
	assert.equal((await again.call(keys.due, "state")).count, 3);
	await until(async () => (await again.call(keys.due, "state")).ticks === 2);
	await again.end();
});

test("taking turns over one folder loses nothing", { timeout: 300_000 }, async () => {
	const folder = path.join(scratch, "turns");
	const model = new Map(); // id -> { key, createTs, kv, alarm }
	const rounds = 6;

	const check = async (where) => {
		const seen = await listed(folder);
		assert.deepEqual(Object.keys(seen).sort(), [...model.keys()].sort(), where);
		const { alarms } = await greenroom.json("alarms", folder);
		const due = Object.fromEntries(alarms.map(({ actorId, timestamp }) => [actorId, timestamp]));
		for (const [id, actor] of model) {
			assert.deepEqual(seen[id].key, actor.key, where);
			assert.equal(seen[id].createTs, actor.createTs, where);
			assert.deepEqual(await userKv(folder, id), actor.kv, `${where}: ${actor.key}`);
			assert.equal(due[id] ?? null, actor.alarm, `${where}: ${actor.key}`);
		}
		return seen;
	};
	const add = (id, key, createTs) => model.set(id, { key, createTs, kv: {}, alarm: null });

	for (let round = 1; round <= rounds; round++) {
		// Greenroom's turn: one more, one changed in each, one less, an alarm set and one fired.
		const key = ["greenroom", `round ${round}`];
		const made = await create(folder, key, { round });
		add(made, key, (await listed(folder))[made].createTs);
		for (const [id, actor] of model) {
			await greenroom.json("kv", "put", folder, id, "--text", `g/${round}`, `from Greenroom ${round}`);
			actor.kv[`g/${round}`] = `from Greenroom ${round}`;
		}
		await greenroom.json("alarm", "set", folder, made, String(Date.now()));
		await greenroom.runUntil(folder, [(event) => event.event === "alarm-fired" && event.actorId === made]);
		const ticked = (await userKv(folder, made))["greenroom-tick/1"];
		assert.ok(ticked);
		model.get(made).kv["greenroom-tick/1"] = ticked;
		await greenroom.json("alarm", "set", folder, made, String(FarAway + round));
		model.get(made).alarm = FarAway + round;
		const ours = await check(`Greenroom's turn ${round}`);

		// rivetkit's turn, over the same.
		const rivetkit = new Rivetkit(modules, folder);
		assert.deepEqual(byId(await rivetkit.do({ do: "list" })), ours);
		const theirKey = ["rivetkit", `round/${round}`];
		await rivetkit.call(theirKey, "put", "first", "put");
		const theirId = await rivetkit.do({ do: "find", key: theirKey });
		add(theirId, theirKey, byId(await rivetkit.do({ do: "list" }))[theirId].createTs);
		model.get(theirId).kv.first = "put";
		for (const [id, actor] of model) {
			assert.deepEqual(Object.fromEntries(await rivetkit.call(actor.key, "entries")), actor.kv);
			await rivetkit.call(actor.key, "put", `r/${round}`, `from rivetkit ${round}`);
			actor.kv[`r/${round}`] = `from rivetkit ${round}`;
			if (actor.kv[`g/${round - 1}`]) {
				await rivetkit.call(actor.key, "remove", `g/${round - 1}`);
				delete actor.kv[`g/${round - 1}`];
			}
			await rivetkit.nap(actor.key, id);
		}
		const oldest = [...model.keys()][0];
		if (model.size > 4) {
			await rivetkit.call(model.get(oldest).key, "end");
			await until(async () => !(oldest in byId(await rivetkit.do({ do: "list" }))));
			model.delete(oldest);
		}
		// The next is destroyed by Greenroom.
		await rivetkit.end();
		await check(`rivetkit's turn ${round}`);
		if (model.size > 4) {
			const next = [...model.keys()][0];
			await greenroom.json("destroy", folder, next, "--yes");
			model.delete(next);
		}
	}
	await check("at the end");
});

test("an actor goes through a bundle, under its own key and another", { timeout: 120_000 }, async () => {
	const from = path.join(scratch, "from");
	const to = path.join(scratch, "to");
	const bundle = path.join(scratch, "one.actor");
	const rivetkit = new Rivetkit(modules, from);
	for (let i = 0; i < 3; i++) await rivetkit.call(["one"], "add", 1);
	await rivetkit.call(["one"], "tickAt", FarAway);
	const id = await rivetkit.do({ do: "find", key: ["one"] });
	const state = await rivetkit.call(["one"], "state");
	const entries = Object.fromEntries(await rivetkit.call(["one"], "entries"));
	// It may be exported while it runs; the copy has not gone to sleep then.
	await greenroom.json("export", from, id, path.join(scratch, "running.actor"));
	await rivetkit.nap(["one"], id);
	const [record] = await rivetkit.do({ do: "list" });
	await rivetkit.end();

	const exported = await greenroom.json("export", from, id, bundle);
	assert.deepEqual([exported.alarm, exported.secrets], [true, false]);
	await greenroom.json("import", to, bundle);
	const { actorId } = await greenroom.json("import", to, bundle, "--as", "ledger/two/parts");
	const tokens = async (id) => (await greenroom.json("kv", "list", to, id, "--prefix", "03", "--with-secrets")).entries;
	assert.deepEqual(await tokens(id), []);

	const there = new Rivetkit(modules, to);
	const records = byId(await there.do({ do: "list" }));
	assert.deepEqual(records[id], record);
	assert.deepEqual(records[actorId], { ...record, actorId, key: ["two", "parts"] });
	assert.equal(await there.do({ do: "find", key: ["two", "parts"] }), actorId);
	for (const key of [["one"], ["two", "parts"]]) {
		assert.deepEqual(await there.call(key, "state"), state);
		assert.deepEqual(Object.fromEntries(await there.call(key, "entries")), entries);
		await there.call(key, "add", 1);
		assert.equal((await there.call(key, "state")).count, 4);
	}
	for (const key of [["one"], ["two", "parts"]])
		await there.nap(key, await there.do({ do: "find", key }));
	await there.end();
	// What was left out was made anew, for each its own.
	const made = [...(await tokens(id)), ...(await tokens(actorId))].map(({ valueHex }) => valueHex);
	assert.deepEqual(made.map((token) => token.length), [86, 86]);
	assert.notEqual(made[0], made[1]);
	const { alarms } = await greenroom.json("alarms", to);
	assert.deepEqual(
		Object.fromEntries(alarms.map(({ actorId, timestamp }) => [actorId, timestamp])),
		{ [id]: FarAway, [actorId]: FarAway },
	);
});

test("one field of a rich state is edited, and rivetkit sees just that change", { timeout: 120_000 }, async () => {
	const folder = path.join(scratch, "edited");
	const rivetkit = new Rivetkit(modules, folder);
	await rivetkit.do({ do: "rich", action: "seen" });
	const refused = await greenroom.call("state", "set", folder, "rich/rich", "{}");
	assert.equal(refused.code, 1);
	assert.match(refused.errors, new RegExp(`process ${rivetkit.pid}`));
	const { actorId: id } = await greenroom.json("show", folder, "rich/rich");
	await rivetkit.do({ do: "rich", action: "nap" });
	await until(() => !fs.existsSync(path.join(folder, "databases", `${id}.db-wal`)));
	await rivetkit.end();

	// As it is kept: rivetkit writes -0 as 0, for one.
	const reading = new Rivetkit(modules, folder);
	const seen = await reading.do({ do: "rich", action: "seen" });
	assert.match(seen, /count: 1,[^]*Map\(2\)[^]*Int16Array/);
	await reading.end();

	// As a person does: the printed state, with one field changed.
	const rows = async () => {
		const { entries } = await greenroom.json("kv", "list", folder, id, "--with-secrets");
		return Object.fromEntries(entries.map(({ keyHex, valueHex }) => [keyHex, valueHex]));
	};
	const before = await rows();
	const { output } = await greenroom.call("state", folder, id);
	const printed = output.slice(output.indexOf("{"), output.indexOf("\nInput"));
	const text = path.join(scratch, "state.json");
	fs.writeFileSync(text, printed);
	await greenroom.json("state", "set", folder, id, "--file", text);
	assert.deepEqual(await rows(), before, "what is not edited keeps each byte");
	assert.match(printed, /"count": 1,/);
	fs.writeFileSync(text, printed.replace('"count": 1,', '"count": 2,'));
	await greenroom.json("state", "set", folder, id, "--file", text);

	const after = await rows();
	const { "01": was, ...rest } = before;
	const { "01": is, ...others } = after;
	assert.deepEqual(others, rest);
	const differences = [...is].filter((digit, at) => digit !== was[at]);
	assert.equal(is.length, was.length);
	assert.deepEqual(differences, ["2"], "one digit of one byte");

	const again = new Rivetkit(modules, folder);
	// What was seen before was never on disk: cbor-x itself stores -0 as 0.
	const stored = seen.replace("-0,", "0,");
	assert.equal(await again.do({ do: "rich", action: "seen" }), stored.replace("count: 1,", "count: 2,"));
	await again.end();
});

test("while rivetkit runs a folder Greenroom only looks", { timeout: 60_000 }, async () => {
	const folder = path.join(scratch, "held");
	const rivetkit = new Rivetkit(modules, folder);
	await rivetkit.call(["awake"], "add", 1);
	const id = await rivetkit.do({ do: "find", key: ["awake"] });
	const bundle = path.join(scratch, "held.actor");
	await greenroom.json("export", folder, id, bundle);
	const acting = [
		["import", folder, bundle, "--as", "ledger/another"],
		["run", folder],
		["create", folder, "ledger"],
		["wake", folder, id],
		["sleep", folder, id],
		["destroy", folder, id, "--yes"],
		["alarm", "set", folder, id, "+1s"],
		["alarm", "cancel", folder, id],
		["alarm", "fire", folder, id],
		["kv", "put", folder, id, "--text", "a", "b"],
		["kv", "delete", folder, id, "--text", "a"],
	];
	for (const words of acting) {
		const { code, output, errors } = await greenroom.call(...words);
		assert.equal(code, 1, words.join(" "));
		assert.match(errors, new RegExp(`node[^ ]* \\(process ${rivetkit.pid}\\)`), words.join(" "));
		assert.equal(output, "");
	}
	const shown = await greenroom.json("show", folder, id);
	assert.equal(shown.status, "running");
	assert.equal(shown.holder.pid, rivetkit.pid);
	assert.deepEqual(await userKv(folder, id), { "entry/000001": "rivetkit 1" });
	await rivetkit.call(["awake"], "add", 1); // undisturbed
	await rivetkit.end();

	await greenroom.json("kv", "put", folder, id, "--text", "a", "b");
	assert.equal((await userKv(folder, id)).a, "b");
});
