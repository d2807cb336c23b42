import { Link, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { controlProps } from '#app/kit/forms/fields.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { allSavedViews, removeView, renameView, saveView } from '#app/kit/lists/saved-views.server.ts'
import { viewFields, viewQuery } from '#app/kit/lists/saved-views.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/views'

export const meta: Route.MetaFunction = () => [{ title: 'Vistas guardadas · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const views = await readAs(servicesOf(args.context).db, actorOf(user), allSavedViews)
  return { views }
}

const viewsForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('save'),
    name: schemaOf(viewFields.name),
    // An address within the back office: the browser is sent back to it.
    path: z
      .string()
      .max(120)
      .regex(/^\/admin(\/[a-z0-9-]+)*$/, 'Esa lista no existe'),
    query: z
      .string()
      .max(4000)
      .transform((text, context) => {
        const query = viewQuery(text)
        if (query !== undefined) return query
        context.addIssue({ code: 'custom', message: 'La vista es demasiado larga' })
        return z.NEVER
      }),
  }),
  z.object({ intent: z.literal('rename'), view: z.uuid(), name: schemaOf(viewFields.name) }),
  z.object({ intent: z.literal('remove'), view: z.uuid() }),
])

export const shouldRevalidate = revalidateOnConflict

export const action = adminForm(
  { schema: viewsForm, intents: ['save', 'rename', 'remove'], fields: ['name'] },
  async (command, { services, actor, now }) => {
    if (command.intent === 'remove') {
      await removeView(services.db, { actor, id: command.view })
      return { done: 'Vista eliminada.' }
    }
    if (command.intent === 'rename') {
      await renameView(services.db, { actor, id: command.view, name: command.name })
      return { done: 'Nombre cambiado.' }
    }
    const { path, name, query } = command
    await saveView(services.db, { actor, path, name, query, now })
    return redirect(query === '' ? path : `${path}?${query}`)
  },
)

/** One's own views of all lists. */
export default function SavedViews({ loaderData: { views }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Vistas guardadas"
        description="Tus listas con su búsqueda, sus filtros y su orden. Solo las ves tú."
      />
      <FormOutcome answer={actionData} />
      {actionData?.errors.name && <p className="mb-6 text-md text-poor">{actionData.errors.name}</p>}
      <Panel padding="flush" className="max-w-3xl">
        {views.length === 0 ? (
          <EmptyState as="h2" title="Todavía no hay vistas">
            Filtra u ordena una lista y elige «Guardar vista».
          </EmptyState>
        ) : (
          <ul>
            {views.map(({ id, path, name, query }) => (
              <li
                key={id}
                className="flex items-center justify-between gap-4 border-t border-line px-5 py-2 first:border-t-0 sm:px-6"
              >
                <span className="min-w-0">
                  <Link
                    to={`${path}?${query}`}
                    className="block font-medium wrap-anywhere text-copper underline underline-offset-4"
                  >
                    {name}
                  </Link>
                  <span className="block text-sm wrap-anywhere text-muted">{path}</span>
                </span>
                <div className="flex flex-wrap items-start justify-end gap-x-4">
                  <details>
                    <summary className="inline-flex min-h-9 cursor-pointer list-none items-center text-md text-copper underline underline-offset-4 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
                      Renombrar<span className="sr-only">{` la vista ${name}`}</span>
                    </summary>
                    <Form method="post" key={name} className="my-2 flex flex-wrap items-end gap-2.5">
                      <input type="hidden" name="intent" value="rename" />
                      <input type="hidden" name="view" value={id} />
                      <TextField {...controlProps('name', viewFields.name)} defaultValue={name} />
                      <Button type="submit" size="sm" variant="secondary">
                        Cambiar
                      </Button>
                    </Form>
                  </details>
                  <Form method="post">
                    <input type="hidden" name="intent" value="remove" />
                    <input type="hidden" name="view" value={id} />
                    <Button type="submit" size="sm" variant="link" aria-label={`Eliminar la vista ${name}`}>
                      Eliminar
                    </Button>
                  </Form>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
