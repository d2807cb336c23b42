import type { Services } from '#app/platform/services/services.server.ts'

/**
 * The services of one request, which releases its rendering slot as soon as it waits for a document: a separate process
 * renders documents one at a time, and four people waiting for long ones must not block every page.
 */
export const withoutSlot = (services: Services, leave: () => void): Services => ({
  ...services,
  pdf: {
    ...services.pdf,
    render(document, owner) {
      leave()
      return services.pdf.render(document, owner)
    },
  },
})
