import { useState, useId, type ReactNode } from 'react';
import { Field, Input, Textarea, Select } from '../forms/Field.tsx';
import { Button } from '../Button.tsx';
import { Glyph } from '../Glyph.tsx';
import { toasts } from '../toasts/toasts.ts';
import { Menu, MenuItem, MenuSeparator } from '../Menu.tsx';
import { Switch } from '../forms/Choices.tsx';
import { Tabs } from '../Tabs.tsx';

const variants = ['solid', 'soft', 'outline', 'ghost'] as const;
const colors = ['primary', 'neutral', 'danger'] as const;
const sizes = ['2xs', 'xs', 'sm', 'md', 'lg', 'xl'] as const;

export function KitButtons() {
  return (
    <KitPart name="Button">
      <KitRow name="as it is">
        <Button>Button</Button>
      </KitRow>
      {variants.map((variant) => (
        <KitRow key={variant} name={variant}>
          {colors.map((color) => (
            <Button key={color} variant={variant} color={color}>
              {color}
            </Button>
          ))}
        </KitRow>
      ))}
      <KitRow name="sizes">
        {sizes.map((size) => (
          <Button key={size} size={size}>
            {size}
          </Button>
        ))}
      </KitRow>
      <KitRow name="states">
        <Button loading>Saving</Button>
        <Button variant="outline" loading>
          Saving
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="outline" color="neutral" disabled>
          Disabled
        </Button>
        <Button href="/kit" variant="soft">
          A link
        </Button>
        <Button color="danger">
          <Glyph name="trash" />
          With a glyph
        </Button>
      </KitRow>
      <KitRow name="block">
        <Button block>A whole line, and a label so long that a narrow screen has to do something about it</Button>
      </KitRow>
    </KitPart>
  );
}

export function KitForms() {
  const [text, setText] = useState('It grows\nwith its text.');
  return (
    <KitPart name="Field, Input, Textarea, Select">
      <div className="kit-grid">
        <Field label="Input" hint="A hint that is read along with it.">
          {(control) => <Input {...control} placeholder="Placeholder" />}
        </Field>
        <Field
          label="With an error"
          error="Give an address such as https://example.org."
          hint="A hint that gives way to it."
        >
          {(control) => <Input {...control} defaultValue="htp:/example" />}
        </Field>
        <Field label="Disabled">{(control) => <Input {...control} disabled defaultValue="Not now" />}</Field>
        <Field label="Textarea">
          {(control) => <Textarea {...control} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <Field label="Textarea with an error" error="At most 10,000 characters.">
          {(control) => <Textarea {...control} value="Too long" onChange={() => undefined} />}
        </Field>
        <Field label="Select, the platform's own">
          {(control) => (
            <Select {...control} defaultValue="b">
              <option value="a">Newest first</option>
              <option value="b">Most discussed</option>
            </Select>
          )}
        </Field>
      </div>
    </KitPart>
  );
}

export function KitChoices() {
  const [mailed, setMailed] = useState(false);
  return (
    <KitPart name="Menu, Tabs, Switch">
      <KitRow name="menu">
        <Menu
          align="start"
          trigger={
            <Button variant="outline" color="neutral">
              Menu
              <Glyph name="chevron" className="size-4" />
            </Button>
          }
        >
          <MenuItem onSelect={() => toasts.add({ title: 'Renamed', icon: 'check' })}>Rename</MenuItem>
          <MenuItem href="/note/list/1">All notes</MenuItem>
          <MenuItem disabled onSelect={() => undefined}>
            Not now
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => toasts.add({ title: 'Deleted', icon: 'trash', color: 'danger' })}>
            Delete
          </MenuItem>
        </Menu>
      </KitRow>
      <div className="kit-grid">
        <Switch checked={mailed} onChange={setMailed}>
          Tell me by mail
        </Switch>
        <Switch checked onChange={() => undefined}>
          Always on
        </Switch>
        <Switch checked={false} disabled onChange={() => undefined}>
          Disabled
        </Switch>
      </div>
      <Tabs
        label="Ways to read"
        tabs={[
          { value: 'thread', label: 'Thread', panel: <p>Everything in the order of the discussion.</p> },
          { value: 'newest', label: 'Newest', panel: <p>The newest first.</p> },
          { value: 'later', label: 'Later', panel: <p>Nobody sees this.</p>, disabled: true },
          { value: 'none', label: 'A tab with a longer name', panel: <p>The last panel.</p> },
        ]}
      />
    </KitPart>
  );
}

/** A named section of the kit's page. */
export function KitPart({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="kit-part">
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  );
}

/** States of a component side by side. */
export function KitRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={name} className="kit-row">
      <span className="kit-of">{name}</span>
      {children}
    </div>
  );
}
