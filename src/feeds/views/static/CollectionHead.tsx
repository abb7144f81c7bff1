import { paths } from '../../../platform/model/paths.ts';
import type { CollectionPage } from '../../../reading/model/content.ts';
import { feedPaths, previewSize } from '../../model/addresses.ts';

type Props = Pick<CollectionPage, 'collection' | 'author' | 'number' | 'total'> & {
  siteTitle: string;
  siteUrl: string;
};

/** The part of the head that is a collection's own. An unlisted one announces nothing. */
export function CollectionHead({ collection, author, number, total, siteTitle, siteUrl }: Props) {
  const { id, name, slug, updatedAt } = collection;
  const address = siteUrl + paths.collection(author.handle, slug, number);
  const description =
    collection.description.replace(/\s+/g, ' ') ||
    `${total === 1 ? 'One note' : `${total} notes`}, put together by ${author.name}.`;
  const title = number > 1 ? `${name}, page ${number}` : name;
  return (
    <>
      <title>{`${title} · ${author.name} · ${siteTitle}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {(collection.visibility !== 'public' || total === 0) && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta name="author" content={author.name} />
      {collection.visibility === 'public' && (
        <>
          <meta property="og:image" content={siteUrl + feedPaths.collectionImage(id, updatedAt)} />
          <meta property="og:image:width" content={String(previewSize.width)} />
          <meta property="og:image:height" content={String(previewSize.height)} />
          <meta name="twitter:card" content="summary_large_image" />
          <link rel="alternate" type="text/markdown" href={feedPaths.collectionSource(author.handle, slug)} />
        </>
      )}
    </>
  );
}
