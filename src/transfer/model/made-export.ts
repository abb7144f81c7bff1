import { z } from 'zod';
import { ExportFormat } from './export.ts';

export const NewMadeExport = z.strictObject({ format: ExportFormat });

/** A file that is made where one answer may not be as large or take as long: its parts, one after the other, are the file. */
export const MadeExport = z.object({
  id: z.uuid(),
  format: ExportFormat,
  name: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  askedAt: z.iso.datetime(),
  /** How many parts there are so far, and bytes in them. */
  parts: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
});
export type MadeExport = z.infer<typeof MadeExport>;

/** Where a whole file is had: at an address at once, or in parts once they are made. */
export const ExportPlan = z.union([z.object({ href: z.string() }), z.object({ made: MadeExport })]);
export type ExportPlan = z.infer<typeof ExportPlan>;
