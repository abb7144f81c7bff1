/** What Notion writes behind the name of each page and table. */
const id = / ([0-9a-f]{32})(?=(?:_all)?(?:\.[a-z]+)?$)/;

export function notionId(name: string): string | undefined {
  return id.exec(name)?.[1];
}

export function withoutId(name: string): string {
  return name.replace(id, '');
}

/** Where the pages of a table lie: in a folder of its name, which has its id only in older exports. None for other files. */
export function tableStems(name: string): string[] {
  if (!name.endsWith('.csv')) return [];
  const stem = name.replace(/(_all)?\.csv$/, '');
  return [stem, withoutId(stem)];
}
