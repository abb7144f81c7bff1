import * as z from 'zod';
import { importedFrom } from '../field-values.ts';
import type { ParsedItem } from '../file.ts';
import { DateValue, Text } from './fields.ts';
import { jsonReader } from './json.ts';

/** A saved place. Its fields have today's names, or those from before 2023. */
const Place = z.looseObject({
  properties: z.looseObject({
    google_maps_url: Text,
    'Google Maps URL': Text,
    date: DateValue,
    Published: DateValue,
    Updated: DateValue,
    Title: Text,
    location: z.looseObject({ name: Text }).optional().catch(undefined),
    Location: z.looseObject({ 'Business Name': Text }).optional().catch(undefined),
  }),
});

/** Places saved on Google’s maps, as Takeout writes them: GeoJSON. Only these have Google’s fields for the address. */
export const googlePlacesJson = jsonReader({
  name: 'Google Maps (saved places)',
  list: 'features',
  known: ['geometry', 'properties', 'type'],
  item: Place,
  read: placeItem,
});

function placeItem({ properties, geometry, type: _type, ...more }: z.infer<typeof Place>): ParsedItem | undefined {
  const { google_maps_url: now, 'Google Maps URL': before, date, Published, Updated, Title, ...rest } = properties;
  const url = now || before;
  if (!url) return undefined;
  const title = Title || properties.location?.name || properties.Location?.['Business Name'] || '';
  return {
    ...{ title, url, tags: [], at: date ?? Published, changedAt: Updated },
    imported: importedFrom({ ...rest, geometry, ...more }, []),
  };
}
