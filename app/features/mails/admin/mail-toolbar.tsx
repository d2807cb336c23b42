import { type ReactNode, useState } from 'react'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { Menu, MenuButton } from '#app/kit/ui/menu.tsx'
import { readCondition } from '#app/mails/mail-text.ts'
import { conditionWords, datumWords } from '#app/mails/mail-words.ts'
import type { ChipField } from './chip-field.tsx'

type MailToolbarProps = {
  /** The text that the caret was in last. */
  target: ChipField | undefined
  data: readonly string[]
  conditions: readonly string[]
  /** Classes of what the plain editor does not show. */
  structure: string | undefined
}

type Known = Pick<MailToolbarProps, 'data' | 'conditions'>

const byLabel = (one: { label: string }, other: { label: string }) => compareTexts(one.label, other.label)

const namesOf = ({ data }: Known) => data.map(name => ({ name, label: datumWords(name) })).toSorted(byLabel)

const termsOf = ({ conditions }: Known) =>
  conditions
    .flatMap(name => [name, `no ${name}`])
    .flatMap(value => {
      const condition = readCondition(value)
      return condition ? [{ value, label: conditionWords(condition) }] : []
    })
    .toSorted(byLabel)

/** Puts data and conditions into the text that was edited last. */
export function MailToolbar({ target, data, conditions, structure }: MailToolbarProps) {
  const [said, setSaid] = useState('')
  const names = namesOf({ data, conditions })
  const terms = termsOf({ data, conditions })
  const put = (act: (field: ChipField) => boolean, done: string) => {
    if (!target) setSaid('Primero pon el cursor en el texto donde va.')
    else setSaid(act(target) ? `${done} en ${target.label}.` : 'Esa parte ya tiene una condición: quítala primero.')
  }
  return (
    <div
      role="toolbar"
      aria-label="Insertar en el texto"
      className="sticky top-16 z-10 -mx-1 flex flex-wrap items-center gap-2 bg-paper px-1 py-2"
    >
      <Menu trigger="Insertar dato" variant="secondary" size="sm">
        <Entries>
          {names.map(({ name, label }) => (
            <MenuButton
              key={name}
              onClick={() =>
                put(field => {
                  field.insert(name)
                  return true
                }, `Insertado: ${label}`)
              }
            >
              {label}
            </MenuButton>
          ))}
        </Entries>
      </Menu>
      <div className={structure}>
        <Menu trigger="Condición de una frase" variant="secondary" size="sm">
          <Entries>
            {terms.map(({ value, label }) => (
              <MenuButton key={value} onClick={() => put(field => field.wrap(value), `Condición puesta: ${label}`)}>
                {`Solo ${label}`}
              </MenuButton>
            ))}
          </Entries>
        </Menu>
      </div>
      <p role="status" className="min-h-5 w-full truncate text-sm text-muted">
        {said || (target ? `En ${target.label}` : '')}
      </p>
    </div>
  )
}

/** A long menu scrolls. Its entries keep the list that the menu gives them. */
const Entries = ({ children }: { children: ReactNode }) => (
  <li>
    <ul className="max-h-72 overflow-y-auto">{children}</ul>
  </li>
)

/** How data and conditions are written, for whoever writes without the menus. */
export function WritingHelp(known: Known) {
  const lists = [
    namesOf(known).map(({ name, label }) => ({ code: `{${name}}`, label })),
    termsOf(known).map(({ value, label }) => ({ code: value, label })),
  ]
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-md font-medium text-copper">
        Cómo se escriben los datos y las condiciones
      </summary>
      <p className="mt-1 max-w-prose text-md text-muted">
        Un dato se escribe entre llaves, como {'{numero_orden}'}. Una frase que aparece solo a veces, entre corchetes:{' '}
        {'[si taller: texto]'}, o {'[si no taller: texto]'}.
      </p>
      {lists.map(list => (
        <ul key={list[0]?.code} className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {list.map(({ code, label }) => (
            <li key={code} className="wrap-anywhere">
              <span>{`${label}:`}</span> <code>{code}</code>
            </li>
          ))}
        </ul>
      ))}
    </details>
  )
}
