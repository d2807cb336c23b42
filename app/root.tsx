import { type ReactElement, useEffect, useState } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
} from 'react-router'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { markHydrated } from '#app/platform/http/hydrated.ts'
import type { Route } from './+types/root'
import { shownPage } from './kit/forms/shown-page.ts'
import type { Blocks } from './kit/ui/blocks.ts'
import { SkipLink } from './kit/ui/skip-link.tsx'
import { Toaster } from './kit/ui/toaster.tsx'
import { whenIdle } from './kit/ui/use-hydrated.ts'
import { ErrorPage } from './layouts/error-page.tsx'
import { FOR_EVERYBODY } from './layouts/shop/for-everybody.ts'
import './app.css'

/** Whose forms the page's are. Pages that are kept for everybody are nobody's. */
export async function loader(args: Route.LoaderArgs) {
  // A page that needs the session and can't have it says so itself.
  const user = await sessionUser(args).catch(() => undefined)
  return { account: user?.id }
}

/**
 * With every page of its own; never after a form, whose answer may come from the browser alone. The data of pages that are kept for
 * everybody is asked for without this loader's.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean =>
  !FOR_EVERYBODY.test(nextUrl.pathname) && (formMethod === undefined || currentUrl.pathname !== nextUrl.pathname)

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    // Its answer may never come: see `orUnreached`.
    const results = await (loadedGuard ? loadedGuard.orUnreached(request, next) : next())
    const failed = Object.values(results).some(({ type }) => type === 'error')
    // Somebody may be faster than the browser is idle.
    const guard = failed ? await loadGuard() : undefined
    return guard ? guard.keepPage(request, results) : results
  },
]

export const meta: Route.MetaFunction = () => [{ title: 'Alhena' }]

export function Layout({ children }: { children: Blocks }) {
  return (
    // Marked before React starts where the visitor has not decided about being measured (undecided.server.ts).
    <html lang="es-CL" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {/* Styles need no nonce; the browser's React, which has none, would report a mismatch. */}
        <Links nonce="" />
      </head>
      <body>
        <SkipLink />
        {children}
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

let loadedGuard: typeof import('./layouts/keep-page.ts') | undefined

/** What keeps pages without a network or under another account; it has to be there before the network goes. */
const loadGuard = async () => {
  loadedGuard ??= await import('./layouts/keep-page.ts').catch(() => undefined)
  return loadedGuard
}

export default function App() {
  const [dialog, setDialog] = useState<ReactElement>()
  useEffect(() => {
    markHydrated()
    shownPage.showAbove = setDialog
    return whenIdle(() => void loadGuard())
  }, [])
  const matches = useMatches()
  useEffect(() => {
    shownPage.page = { url: location.href, matches }
  }, [matches])
  return (
    <>
      <Outlet />
      {dialog}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
