'use client';

import { FIELD } from './classes';

interface ChoiceProps<Value extends string | number | null> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly words: string }[];
  readonly onChoose: (value: Value) => void;
}

/** A setting with a few values. */
export function Choice<Value extends string | number | null>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label className="flex min-h-8 items-center justify-between gap-4">
      {label}
      <select
        className={`${FIELD} w-40`}
        value={options.findIndex((option) => option.value === value)}
        onChange={({ target }) => {
          const chosen = options[Number(target.value)];
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map(({ words }, index) => (
          <option key={words} value={index}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
