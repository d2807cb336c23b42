import { createContext, use } from 'react'
import { useNavigation } from 'react-router'
import { controlProps } from '#app/kit/forms/fields.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { hideFields, type ListedReview, reviewName } from './reviews.ts'

/** Why the reason of hiding a review was refused, and what was typed. */
export type RefusedReason = { review: string; error: string; reason: string }

/** Of the screen around the list. */
export const Refused = createContext<RefusedReason | undefined>(undefined)

/** The forms that publish a review or hide it. */
export function Decision({ review }: { review: ListedReview }) {
  const answer = use(Refused)
  const refused = answer?.review === review.id ? answer : undefined
  const { formData } = useNavigation()
  const sending = formData?.get('review') === review.id ? formData.get('intent') : undefined
  const about = reviewName(review)
  return (
    <div className="grid min-w-40 justify-items-start gap-x-4 gap-y-1 py-1">
      {review.status !== 'published' && (
        <Form method="post">
          <Target review={review} intent="publish" />
          <Button
            type="submit"
            size="sm"
            variant="secondary"
            pending={sending === 'publish'}
            aria-label={`Publicar ${about}`}
          >
            Publicar
          </Button>
        </Form>
      )}
      {review.status !== 'hidden' && (
        <details open={refused !== undefined} className="w-full">
          <summary
            aria-label={`Ocultar ${about}`}
            className="inline-flex min-h-9 items-center rounded-sm text-sm font-medium text-copper hover:underline pointer-coarse:min-h-11"
          >
            Ocultar…
          </summary>
          <Form method="post" className="mt-1 grid min-w-56 gap-2 text-left">
            <Target review={review} intent="hide" />
            <TextField
              {...controlProps('reason', hideFields.reason)}
              defaultValue={refused?.reason}
              error={refused?.error}
            />
            <Button
              type="submit"
              size="sm"
              variant="danger"
              className="justify-self-start"
              pending={sending === 'hide'}
              aria-label={`Confirmar: ocultar ${about}`}
            >
              Ocultar
            </Button>
          </Form>
        </details>
      )}
    </div>
  )
}

const Target = ({ review, intent }: { review: ListedReview; intent: 'publish' | 'hide' }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="review" value={review.id} />
    <input type="hidden" name="revision" value={review.revision} />
  </>
)
