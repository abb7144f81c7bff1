import { useHydrated } from '../../platform/browser/use-browser.ts';
import { paths } from '../../platform/model/paths.ts';

/** Saves the open page with what is selected in it as a quotation, in a small window. */
const bookmarklet = (origin: string) =>
  `javascript:(()=>{const t=String(getSelection()).trim(),q=new URLSearchParams({url:location.href,title:document.title});` +
  `if(t)q.set('text',t.replace(/^/gm,'> ')+'\\n\\n');` +
  `open('${origin}${paths.write}?'+q,'_blank')})()`;

/** How things get here without opening the site first: a bookmark, and sharing. */
export function WaysIn() {
  const alive = useHydrated();
  return (
    <>
      <section aria-labelledby="bookmarklet" className="grid gap-4">
        <h2 id="bookmarklet" className="m-0! text-lg! font-semibold">
          From your browser
        </h2>
        <p className="m-0 text-muted">
          Drag this button to your bookmarks bar. Press it on any page to save that page here, with whatever text you’ve
          selected as a quotation.
        </p>
        <p className="m-0">
          {/* React refuses such addresses, rightly: this one is ours and is set where nobody else’s can come in. */}
          <a
            ref={(link) => {
              if (alive) link?.setAttribute('href', bookmarklet(location.origin));
            }}
            className="inline-flex max-w-full rounded-lg border border-strong px-4 py-2 font-medium no-underline hover:border-primary"
            onClick={(event) => event.preventDefault()}
          >
            Save to Commonplace
          </a>
        </p>
      </section>
      <section aria-labelledby="share" className="grid gap-4 border-t border-line pt-6">
        <h2 id="share" className="m-0! text-lg! font-semibold">
          From your phone
        </h2>
        <p className="m-0 text-muted">
          Choose “Add to home screen” in your browser’s menu. Commonplace then appears wherever other apps share to.
        </p>
      </section>
    </>
  );
}
