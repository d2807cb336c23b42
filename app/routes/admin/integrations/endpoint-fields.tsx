import { endpointFields, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '#app/features/integrations/webhooks.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { EndpointAnswer } from './endpoint-action.server.ts'

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
                {WEBHOOK_EVENTS[event].label} <code className="text-sm text-muted">{event}</code>
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
