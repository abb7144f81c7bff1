import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The fonts of test pages, whatever fonts the machine has: the wide face that most Linux machines use as their
 * sans-serif, and a narrow one. A page that overflows in either of them overflows for some reader.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const wideFolder = 'node_modules/dejavu-fonts-ttf/ttf';

const faces = {
  wide: {
    folders: [wideFolder],
    families: { 'sans-serif': 'DejaVu Sans', serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' },
  },
  // The wide face is the fallback for scripts that the narrow one lacks.
  narrow: {
    folders: [wideFolder, 'node_modules/@expo-google-fonts/pt-sans-narrow'],
    families: { 'sans-serif': 'PT Sans Narrow', serif: 'PT Sans Narrow', monospace: 'DejaVu Sans Mono' },
  },
} as const;

export type Face = keyof typeof faces;
export const faceNames = Object.keys(faces) as Face[];

/** Environment that limits fontconfig, and so Chromium, to the fonts of one face. */
export function fontsOf(face: Face): { FONTCONFIG_FILE: string } {
  const folder = path.join(root, '.cache/fonts', face);
  const file = path.join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  const conf = confOf(face, path.join(folder, 'cache'));
  if (readIfThere(file) !== conf) {
    // Written atomically: another test may be starting its browser.
    writeFileSync(`${file}.${process.pid}`, conf);
    renameSync(`${file}.${process.pid}`, file);
  }
  return { FONTCONFIG_FILE: file };
}

function confOf(face: Face, cache: string): string {
  const { folders, families } = faces[face];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${path.join(root, folder)}</dir>`).join('\n')}
  <cachedir>${cache}</cachedir>
  <match>
${Object.keys(families).map(isNotAsked).join('\n')}
    <edit name="family" mode="append_last"><string>sans-serif</string></edit>
  </match>
  <match>
    <edit name="hintstyle" mode="append"><const>hintslight</const></edit>
  </match>
${Object.entries(families).map(takes).join('\n')}
</fontconfig>
`;
}

const isNotAsked = (generic: string) =>
  `    <test name="family" qual="all" compare="not_eq"><string>${generic}</string></test>`;

const takes = ([generic, family]: [string, string]) =>
  `  <alias binding="strong"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`;

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
