import type { Role } from '@hookwell/client';
import type { ComponentProps } from 'react';
import { roleWords } from '../session/teams.ts';
import { inputClass } from '../ui/field.tsx';
import { roleChoices } from './role-words.ts';

interface RoleSelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  value: Role;
  onChange: (role: Role) => void;
}

export function RoleSelect({ value, onChange, className = '', ...rest }: RoleSelectProps) {
  return (
    <select
      {...rest}
      className={`${inputClass} ${className}`}
      onChange={({ target }) => {
        const chosen = roleChoices.find(({ role }) => role === target.value);
        if (chosen !== undefined) onChange(chosen.role);
      }}
      value={value}
    >
      {roleChoices.map(({ role }) => (
        <option key={role} value={role}>
          {roleWords[role]}
        </option>
      ))}
    </select>
  );
}
