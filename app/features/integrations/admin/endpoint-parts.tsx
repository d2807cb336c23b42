import { useEffect, useRef } from 'react'
import type { Endpoint } from '#app/features/integrations/webhooks.server.ts'
import { endpointFields, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '#app/features/integrations/webhooks.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

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

export type EndpointAnswer = FormAnswer<string, 'url' | 'description', 'events'>

type EndpointBadgeProps = { endpoint: Pick<Endpoint, 'status' | 'failing_since'> }

/** An endpoint's status: whether it is called, and whether its calls succeed. */
export function EndpointBadge({ endpoint: { status, failing_since } }: EndpointBadgeProps) {
  if (status === 'paused') return <Badge tone="neutral">En pausa</Badge>
  return failing_since === null ? <Badge tone="good">Activo</Badge> : <Badge tone="poor">Con fallas</Badge>
}

type Stored = { url: string; description: string; events: readonly string[] }

/** The form of an endpoint: its `ref`, and its controls with typed or else stored values. */
export function useEndpointForm(answer: EndpointAnswer | undefined, stored?: Stored) {
  const { ref, errors, field } = useForm(endpointFields, answer)
  const events = answer?.values.events ?? stored?.events ?? []
  const controls = (
    <>
      <TextField {...field('url', stored?.url)} />
      <TextField {...field('description', stored?.description)} />
      <Fieldset legend="Eventos" error={errors.events}>
        {WEBHOOK_EVENT_NAMES.map(event => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={
              <>
                <span>{WEBHOOK_EVENTS[event].label}</span> <code className="text-sm text-muted">{event}</code>
              </>
            }
            hint={WEBHOOK_EVENTS[event].hint}
            defaultChecked={events.includes(event)}
          />
        ))}
      </Fieldset>
    </>
  )
  return { ref, errors, controls }
}
