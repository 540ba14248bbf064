const started = performance.now();

/**
 * Runs one step of set-up and prints what it does. A step that finds everything in place stays silent
 * but for one line with the time it took to find out.
 */
export async function step(title, action) {
  const begun = performance.now();
  let said = false;
  const say = (text) => {
    if (!said) console.log(`setup: ${title}`);
    said = true;
    console.log(`  ${elapsed(started)}  ${text.length > 140 ? `${text.slice(0, 139)}…` : text}`);
  };
  const result = await action(say);
  console.log(`setup: ${title} - ${said ? 'done' : 'up to date'} (${elapsed(begun)})`);
  return result;
}

function elapsed(since) {
  const ms = performance.now() - since;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
