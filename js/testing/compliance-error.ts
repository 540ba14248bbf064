/** A store does not do what `Backend` promises. The message says what was expected and what came. */
export class ComplianceError extends Error {
  override readonly name = 'ComplianceError';
  readonly code = 'ERR_COMPLIANCE';
}
