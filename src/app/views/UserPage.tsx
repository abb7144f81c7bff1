import { useEffect } from 'react';
import { useHash } from '../../platform/browser/use-browser.ts';
import { paths, settingsPartOf } from '../../platform/model/paths.ts';
import { Boundary, bounded } from '../../ui/Boundary.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AllHighlights } from '../../library/views/AllHighlights.tsx';
import { Bin } from '../../writing/views/Bin.tsx';
import { MyNotes } from '../../writing/views/MyNotes.tsx';

/** All that is mine, in parts that each have an address of their own after the `#`. */
export const UserPage = bounded(function UserPage() {
  const hash = useHash();
  const elsewhere = settingsPartOf(hash);
  // Links and bookmarks of before have the settings here.
  useEffect(() => {
    if (elsewhere) location.replace(`${paths.settings}#${elsewhere}`);
  }, [elsewhere]);
  if (elsewhere) return <Loading what="Opening your settings" />;
  const tabs = [
    { value: 'notes', label: 'Notes', panel: <Boundary>{hash === 'bin' ? <Bin /> : <MyNotes />}</Boundary> },
    {
      value: 'highlights',
      label: 'Highlights',
      panel: (
        <Boundary>
          <AllHighlights />
        </Boundary>
      ),
    },
  ];
  return (
    <div className="mx-auto max-w-3xl">
      <Tabs
        label="What is mine"
        tabs={tabs}
        value={hash === 'highlights' ? hash : 'notes'}
        onChange={(part) => {
          history.replaceState(history.state, '', `#${part}`);
          dispatchEvent(new HashChangeEvent('hashchange'));
        }}
      />
    </div>
  );
});
