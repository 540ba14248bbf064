/** The reasons of all rejections that nobody handled while `run` and one turn of the loop after it ran. */
export async function unhandledRejections(run: () => void): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => reasons.push(reason);
  const runners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', note);
  try {
    run();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    process.off('unhandledRejection', note);
    for (const runner of runners) process.on('unhandledRejection', runner);
  }
  return reasons;
}
