import { useEffect, useRef } from 'react'
import { Button } from '#app/kit/ui/button.tsx'

type PostingFormProps = {
  /** Where the browser goes, with what. */
  to: { url: string; fields: Readonly<Record<string, string>> }
  title: string
  /** The button's label, for a browser without scripts and for whoever waits. */
  label: string
}

/** Sends the browser on with a form, as banks do; with a button where no script runs. */
export function PostingForm({ to, title, label }: PostingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.submit(), [])
  return (
    <form ref={form} method="post" action={to.url} className="grid gap-4">
      <h1 className="text-2xl">{title}</h1>
      {Object.entries(to.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <Button type="submit">{label}</Button>
      </div>
    </form>
  )
}
