import { useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { markHydrated } from '#app/platform/http/hydrated.ts'
import { SkipLink } from '#app/ui/skip-link.tsx'
import { Toaster } from '#app/ui/toaster.tsx'
import type { Route } from './+types/root'
import { ErrorPage } from './routes/error-page.tsx'
import './app.css'

export const meta: Route.MetaFunction = () => [{ title: 'Alhena' }]

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="es-CL">
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

export default function App() {
  useEffect(markHydrated, [])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
