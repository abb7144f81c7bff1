import type { CsvFormat } from './csv.ts';
import { genericItem, nameAddress } from '../json/generic-item.ts';

/** Any other table that has a column of addresses. */
export const genericCsv: CsvFormat = {
  name: 'CSV with addresses',
  columns: (there) => (nameAddress(there) ? 0.2 : 0),
  item: genericItem,
};
