import { useNavigation } from 'react-router'
import type { Endpoint } from '#app/features/integrations/webhooks.db.server.ts'
import { endpointFields, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '#app/features/integrations/webhooks.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { EndpointAnswer } from './endpoint-action.server.ts'

type EndpointBadgeProps = { endpoint: Pick<Endpoint, 'status' | 'failing_since'> }

/** An endpoint's status: whether it is called, and whether its calls succeed. */
export function EndpointBadge({ endpoint: { status, failing_since } }: EndpointBadgeProps) {
  if (status === 'paused') return <Badge tone="neutral">En pausa</Badge>
  return failing_since === null ? <Badge tone="good">Activo</Badge> : <Badge tone="poor">Con fallas</Badge>
}

type IntentFormProps = {
  intent: string
  /** The revision of the endpoint as shown. */
  revision: number
  label: string
  variant?: 'primary' | 'secondary' | 'danger'
}

/** A single-purpose button on an endpoint's page. */
export function IntentForm({ intent, revision, label, variant = 'secondary' }: IntentFormProps) {
  const sending = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="revision" value={revision} />
      <Button type="submit" size="sm" variant={variant} pending={sending}>
        {label}
      </Button>
    </Form>
  )
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
