import { Form } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

export type ListedSession = { id: string; device: string; lastUsed: string; opened: string; isThis: boolean }

/** Where somebody is signed in, and the ways to end it. */
export function SessionsPanel({ sessions }: { sessions: readonly ListedSession[] }) {
  return (
    <Panel
      title="Sesiones abiertas"
      description="Los navegadores en que tu cuenta está abierta. Cierra los que no reconozcas y cambia tu contraseña."
      actions={
        sessions.length > 1 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="close_others" />
            <Button type="submit" variant="secondary" size="sm">
              Cerrar las demás
            </Button>
          </Form>
        )
      }
    >
      <ul className="divide-y divide-line">
        {sessions.map(session => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                {session.device}
                {session.isThis && <Badge tone="good">Esta sesión</Badge>}
              </p>
              <p className="text-sm text-muted tabular-nums">
                Último uso: {session.lastUsed} · Abierta el {session.opened}
              </p>
            </div>
            {!session.isThis && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="close_session" />
                <input type="hidden" name="session" value={session.id} />
                <Button
                  type="submit"
                  variant="secondary"
                  size="sm"
                  aria-label={`Cerrar la sesión de ${session.device}, abierta el ${session.opened}`}
                >
                  Cerrar
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
