declare module 'bibtex-parse' {
  export type Value =
    | { datatype: 'quoted' | 'braced' | 'identifier'; value: string }
    | { datatype: 'number'; value: number | bigint | string }
    | { datatype: 'concatinate'; value: Value[] }
    | { datatype: 'null'; value: null };
  export type Item =
    | { itemtype: 'entry'; type: string; key: string | null; fields: (Value & { name: string })[] }
    | ({ itemtype: 'string'; name: string } & Value)
    | { itemtype: 'preamble' | 'comment' };
  /** Throws if the text is not BibTeX. */
  export function parse(text: string, options?: { number?: 'string' }): Item[];
}
