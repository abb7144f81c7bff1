import { ApiTokens } from '../../people/views/ApiTokens.tsx';
import { useHydrated } from '../../platform/browser/use-browser.ts';
import { paths } from '../../platform/model/paths.ts';

/** Saves the open page with what is selected in it as a quotation, in a small window. */
const bookmarklet = (origin: string) =>
  `javascript:(()=>{const t=String(getSelection()).trim(),q=new URLSearchParams({url:location.href,title:document.title});` +
  `if(t)q.set('text',t.replace(/^/gm,'> ')+'\\n\\n');` +
  `open('${origin}${paths.write}?'+q,'_blank')})()`;

/** How things get here without opening the site first: a bookmark, sharing, programs. */
export function WaysIn() {
  const alive = useHydrated();
  return (
    <div className="grid gap-10">
      <h1 className="-mb-4!">Saving from elsewhere</h1>
      <section aria-labelledby="bookmarklet" className="grid gap-4 border-t border-line pt-6">
        <h2 id="bookmarklet" className="m-0! text-lg! font-semibold">
          A bookmark that saves
        </h2>
        <p className="m-0 text-muted">
          Drag this into your bookmarks. Pressed on any page, it opens a new note with its link, its title, and what you
          selected as a quotation.
        </p>
        <p className="m-0">
          {/* React refuses such addresses, rightly: this one is ours and is set where nobody else’s can come in. */}
          <a
            ref={(link) => {
              if (alive) link?.setAttribute('href', bookmarklet(location.origin));
            }}
            className="inline-flex rounded-lg border border-strong px-4 py-2 font-medium no-underline hover:border-primary"
            onClick={(event) => event.preventDefault()}
          >
            Save to Commonplace
          </a>
        </p>
      </section>
      <section aria-labelledby="share" className="grid gap-4 border-t border-line pt-6">
        <h2 id="share" className="m-0! text-lg! font-semibold">
          Sharing from a phone
        </h2>
        <p className="m-0 text-muted">
          Install this site from your browser’s menu (“Add to home screen”). It then stands among the places that other
          apps can share to.
        </p>
      </section>
      <section aria-labelledby="tokens" className="grid gap-4 border-t border-line pt-6">
        <h2 id="tokens" tabIndex={-1} className="m-0! text-lg! font-semibold">
          Tokens for programs
        </h2>
        <ApiTokens />
      </section>
    </div>
  );
}
