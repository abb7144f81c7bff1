import { useState } from 'react';
import { Field } from '../forms/Field.tsx';
import { Input } from '../forms/Input.tsx';
import { Select } from '../forms/Select.tsx';
import { Textarea } from '../forms/Textarea.tsx';
import { KitPart } from './KitPart.tsx';

export function KitForms() {
  const [text, setText] = useState('It grows\nwith its text.');
  return (
    <KitPart name="Field, Input, Textarea, Select">
      <div className="kit-grid">
        <Field label="Input" hint="A hint that is read along with it.">
          {(control) => <Input {...control} placeholder="Placeholder" />}
        </Field>
        <Field label="With an error" error="Give an address such as https://example.org." hint="And a hint.">
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
