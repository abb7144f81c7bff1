import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { exportFormats, heldBy, type ExportFormat } from '../../../src/transfer/model/export-formats.ts';

test('the README says of every format what it holds and leaves out', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const rows = readme.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const format of Object.keys(exportFormats) as ExportFormat[]) {
    const { holds, leaves } = heldBy(format);
    const said = [`${exportFormats[format].label} (\`${format}\`)`, holds.join(', '), leaves.join(', ') || 'nothing'];
    expect(rows).toContainEqual(['', ...said, '']);
  }
});
