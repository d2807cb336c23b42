import type { Endpoint } from '#app/features/integrations/webhooks.db.server.ts'
import { endpointFields, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '#app/features/integrations/webhooks.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
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
