/** The tests need a Worker to run in, not what it answers. */
export default {
  fetch: (): Response => new Response(null, { status: 404 }),
};
