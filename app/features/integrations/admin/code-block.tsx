import { useEffect, useRef } from 'react'
import { Alert } from '#app/kit/ui/alert.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'

/** Code samples, which scroll sideways. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that can scroll sideways must be reachable by keyboard.
    tabIndex={0}
    className="mt-4 overflow-x-auto rounded-md bg-sunken px-4 py-3 first:mt-0"
  >
    <pre className="text-sm">{children}</pre>
  </section>
)

type ShownOnceProps = { title: string; secret: string; note: string; copyLabel: string }

/** A secret that is shown only once. It takes the focus, so that it is not overlooked. */
export function ShownOnce({ title, secret, note, copyLabel }: ShownOnceProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is another message.
  useEffect(() => box.current?.focus(), [secret])
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Alert tone="warning" title={title} actions={<CopyButton text={secret} label={copyLabel} />}>
        <code className="my-2 block rounded-sm bg-surface px-3 py-2 text-sm wrap-anywhere">{secret}</code>
        <span>{note}</span>
      </Alert>
    </div>
  )
}
