import { type ActionFunctionArgs, data, type ServerBuild } from 'react-router'
import { Refusal } from '#app/kernel/refusal.ts'
import type { Refused } from '#app/platform/http/other-account.ts'

type Routes = ServerBuild['routes']
type Handler = (args: ActionFunctionArgs) => unknown

/**
 * The build with routes that answer a refusal which they don't answer themselves, so that it is never taken for a bug (500): the page
 * stays under its text (`keepUnanswered`), and without scripts it is a page of its own.
 */
export function withRefusals(build: ServerBuild): ServerBuild {
  const routes: Routes = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue
    const { action, loader } = route.module
    routes[id] = {
      ...route,
      module: {
        ...route.module,
        ...(action && { action: answering(action as Handler) }),
        ...(loader && { loader: answering(loader as Handler) }),
      },
    }
  }
  return { ...build, routes }
}

const answering =
  (run: Handler): Handler =>
  async args => {
    try {
      return await run(args)
    } catch (error) {
      throw error instanceof Refusal ? data<Refused>({ refusal: error.message }, error.status) : error
    }
  }
