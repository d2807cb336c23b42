import { countOf } from '#app/kernel/format.ts'

type ErrorCountProps = { errors: Readonly<Partial<Record<string, string>>> }

/** Tells screen readers how many fields of a refused form are to be corrected; the focus goes to the first one. */
export function ErrorCount({ errors }: ErrorCountProps) {
  const count = Object.keys(errors).length
  return (
    <p role="status" className="sr-only">
      {count > 0 && `${countOf(count, 'dato', 'datos')} por corregir.`}
    </p>
  )
}
