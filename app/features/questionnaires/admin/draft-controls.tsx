import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { anchorOf } from './draft-parts.ts'

type Controls = { errors: ReadonlyMap<string, string>; visit: (name: string) => void }

const Context = createContext<Controls>({ errors: new Map(), visit: () => undefined })

/** Returns the name, anchor and error of a control of the editor. */
export function useControl() {
  const { errors, visit } = useContext(Context)
  return (name: string) => ({ name, id: anchorOf(name), error: errors.get(name), onBlur: () => visit(name) })
}

/**
 * Shows a part's problems beside their controls, once somebody has been there: a question that was just added is not
 * wrong yet. The link to a problem visits its control, too.
 */
export function DraftControls({ problems, children }: { problems: readonly Problem[]; children: ReactNode }) {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const { hash, key } = useLocation()

  const visit = (name: string) => setVisited(known => (known.has(name) ? known : new Set([...known, name])))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same place leads there again.
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(decodedHash(hash)) : null
    const control = target?.matches('input, textarea, select')
      ? target
      : target?.querySelector<HTMLElement>('textarea, input')
    control?.focus()
    const name = target === control ? control?.getAttribute('name') : null
    if (name && problems.some(problem => problem.control === name)) visit(name)
  }, [hash, key])

  const errors = new Map(
    problems.flatMap(({ control, reason, text }) =>
      control !== undefined && visited.has(control) ? [[control, reason ?? text] as const] : [],
    ),
  )
  return <Context value={{ errors, visit }}>{children}</Context>
}

function decodedHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
