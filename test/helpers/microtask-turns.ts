/** How many microtask turns pass until a promise settles: each `await` on its way adds some. */
export async function turnsUntilSettled(start: () => Promise<unknown>): Promise<number> {
  let settled = false;
  start().finally(() => {
    settled = true;
  });
  let turns = 0;
  while (!settled) {
    if (turns > 10_000) throw new Error('did not settle within 10,000 microtask turns');
    await null;
    turns++;
  }
  return turns;
}
