import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { createTurns } from "../../../templates/project/src/transports/turns.js";

const turn = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

test("each turn of the event loop starts one piece of work, in order", async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  const work = (name: string) => () => void done.push(name);
  inTurn(work("a"));
  inTurn(() => {
    done.push("b");
    inTurn(work("d"));
  });
  inTurn(work("c"));
  expect(done).toEqual([]);
  for (const want of [["a"], ["a", "b"], ["a", "b", "c"]]) {
    await turn();
    expect(done).toEqual(want);
  }
  await turn();
  expect(done).toEqual(["a", "b", "c", "d"]);
  await turn();
  inTurn(work("e"));
  await turn();
  expect(done.at(-1)).toBe("e");
});

test("work keeps the asynchronous context that it comes from", async () => {
  const inTurn = createTurns();
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  for (const name of ["a", "b"])
    request.run(name, () => inTurn(() => void seen.push(request.getStore())));
  inTurn(() => void seen.push(request.getStore()));
  for (let i = 0; i < 3; i += 1) await turn();
  expect(seen).toEqual(["a", "b", undefined]);
});
