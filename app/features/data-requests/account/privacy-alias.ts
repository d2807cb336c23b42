import { redirect } from 'react-router'

/** The short address of the privacy notice. */
export const loader = () => redirect('/legal/privacidad', 301)
