import type { TextOption } from '../framework/options.ts';

/** What a shell can offer for the value of an option, by what stands for it in help. */
export function kindOfValue({ value }: TextOption): 'file' | 'folder' | 'other' {
  return value === 'file' || value === 'folder' ? value : 'other';
}
