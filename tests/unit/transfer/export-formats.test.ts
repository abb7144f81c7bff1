import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { exportFormats, heldBy, type ExportFormat } from '../../../src/transfer/model/export-formats.ts';

test('docs/import-and-export.md says of every format what it holds and leaves out', async () => {
  const page = await readFile(new URL('../../../docs/import-and-export.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const format of Object.keys(exportFormats) as ExportFormat[]) {
    const { holds, leaves } = heldBy(format);
    const said = [`${exportFormats[format].label} (\`${format}\`)`, holds.join(', '), leaves.join(', ') || 'nothing'];
    expect(rows).toContainEqual(['', ...said, '']);
  }
});
