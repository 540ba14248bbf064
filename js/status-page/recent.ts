import { input } from './document.ts';
import type { RecentEntry } from './status.ts';

/** One row for each entry; its button takes the key to the form that opens it. */
export function recentRows(entries: readonly RecentEntry[]): HTMLElement[] {
  return entries.map(({ key, size, age, place, head }) => {
    const row = document.createElement('tr');
    const bytes = document.createElement('code');
    bytes.textContent = head;
    const open = document.createElement('button');
    open.type = 'button';
    open.textContent = 'Open';
    open.addEventListener('click', () => {
      input('entry-key').value = key;
      input('master-key').focus();
    });
    for (const content of [key, `${size}`, `${age} s`, place, bytes, open]) {
      const cell = document.createElement('td');
      cell.append(content);
      row.append(cell);
    }
    return row;
  });
}
