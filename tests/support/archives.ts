import { strFromU8, unzipSync } from 'fflate';
import { parseHTML } from 'linkedom';

const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/** What would go wrong if an archive was unpacked on Windows, macOS or Linux: names that are refused, or that are one file. */
export function faultsOfNames(archive: Uint8Array): string[] {
  const seen = new Map<string, string>();
  const faults: string[] = [];
  for (const name of Object.keys(unzipSync(archive))) {
    const key = name.normalize('NFC').toLowerCase().toUpperCase();
    if (seen.has(key)) faults.push(`${name} and ${seen.get(key)} are one file`);
    seen.set(key, name);
    for (const part of name.split('/')) {
      if (part === '' || reserved.test(part)) faults.push(`${name} is reserved`);
      if (/[<>:"\\|?*\p{Cc}]|[. ]$|^[. ]/u.test(part)) faults.push(`${name} has a character that a system refuses`);
      if (!part.isWellFormed() || Buffer.byteLength(part) > 255) faults.push(`${name} is too long, or no text`);
    }
  }
  return faults;
}

const base = 'https://exported.invalid/';
/** Attributes whose addresses are loaded without a press. */
const loaded = ['src', 'srcset', 'poster', 'data', 'background', 'action', 'formaction', 'ping', 'manifest'];

/** What an exported site loads from elsewhere, and which of its links lead nowhere within it. */
export function faultsOfSite(archive: Uint8Array): string[] {
  const files = unzipSync(archive);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const pages = new Map(
    Object.keys(files).flatMap((name) => (name.endsWith('.html') ? [[name, parseHTML(text(name)).document]] : [])),
  );
  const faults: string[] = [];
  const follow = (from: string, address: string, isPressed: boolean) => {
    const url = URL.parse(address, base + encodeURI(from));
    if (url && !url.href.startsWith(base)) {
      if (!isPressed || !/^(https?|mailto|ircs?|xmpp):$/.test(url.protocol)) faults.push(`${from} loads ${address}`);
      return;
    }
    const name = decodeURIComponent(url?.pathname.slice(1) ?? '');
    const part = decodeURIComponent(url?.hash.slice(1) ?? '');
    if (!(name in files)) faults.push(`${from} leads to ${address}, which is not there`);
    // The search page reads its words there.
    else if (part !== '' && name !== 'search.html' && !pages.get(name)?.getElementById(part)) {
      faults.push(`${from} leads to ${address}, a part which is not there`);
    }
  };
  for (const [name, document] of pages) {
    for (const element of document.querySelectorAll('*')) {
      for (const { name: attribute, value } of element.attributes) {
        const isPressed = attribute === 'href' && element.localName === 'a';
        if (isPressed || attribute === 'href' || loaded.includes(attribute)) follow(name, value, isPressed);
        if (/^on/.test(attribute) || (attribute === 'style' && value.includes('url(')))
          faults.push(`${name} has ${attribute}`);
      }
    }
  }
  for (const name of Object.keys(files)) {
    if (/\.css$/.test(name) && /url\(|@import/.test(text(name))) faults.push(`${name} loads something`);
    const found = /^addNotes\((.*)\);\n$/s.exec(text(name))?.[1];
    for (const [file] of found === undefined ? [] : (JSON.parse(found) as string[][]))
      follow('search.html', file ?? '', true);
  }
  return faults;
}
