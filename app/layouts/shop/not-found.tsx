import { data } from 'react-router'
import type { Route } from './+types/not-found'
import { MISSING_TITLE, MissingPage } from './missing-page.tsx'

export const meta: Route.MetaFunction = () => [{ title: MISSING_TITLE }]

export const loader = () => data(null, { status: 404 })

export default MissingPage
