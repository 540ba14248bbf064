/** Parts of the page by their id. */

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

export function input(id: string): HTMLInputElement {
  const found = byId(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${id} is no input`);
  return found;
}

export function replace(id: string, ...content: readonly Element[]): void {
  byId(id).replaceChildren(...content);
}

/** Nothing is sent by the browser itself; one run at a time. */
export function onSubmit(id: string, run: () => Promise<void>): void {
  let running = false;
  byId(id).addEventListener('submit', (event) => {
    event.preventDefault();
    if (running) return;
    running = true;
    void run().finally(() => {
      running = false;
    });
  });
}
