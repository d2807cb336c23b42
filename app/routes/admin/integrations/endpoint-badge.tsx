import type { Endpoint } from '#app/features/integrations/webhooks.db.server.ts'
import { Badge } from '#app/ui/badge.tsx'

type EndpointBadgeProps = { endpoint: Pick<Endpoint, 'status' | 'failing_since'> }

/** An endpoint's status: whether it is called, and whether its calls succeed. */
export function EndpointBadge({ endpoint: { status, failing_since } }: EndpointBadgeProps) {
  if (status === 'paused') return <Badge tone="neutral">En pausa</Badge>
  return failing_since === null ? <Badge tone="good">Activo</Badge> : <Badge tone="poor">Con fallas</Badge>
}
