import { device } from '../../platform/browser/device-storage.ts';
import { shortenedTo } from '../../platform/model/text/plain-text.ts';
import { textOwner } from './session.ts';

/** What this person has typed on this device and would lose with it, each by its title or its first words. */
export function unsentTexts(owner: string, storage = device): string[] {
  const keys = storage.keys().filter((key) => textOwner(key) === owner && !key.endsWith(':call'));
  return keys.flatMap((key) => {
    const text = storage.read(key) ?? '';
    const words = key.startsWith('commonplace:draft:') ? draftWords(text) : text;
    return words.trim() ? [shortenedTo(words.trim(), 80)] : [];
  });
}

/** Empty if the server has this draft too. */
function draftWords(text: string): string {
  try {
    const { fields, onServer } = JSON.parse(text) as {
      fields: Partial<Record<'title' | 'url' | 'body', string>>;
      onServer?: true;
    };
    return onServer ? '' : fields.title || fields.url || fields.body || '';
  } catch {
    return '';
  }
}
