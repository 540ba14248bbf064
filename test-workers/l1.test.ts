/** The in-process tier inside workerd, by the tests that Node runs. */
import '../test/unit/l1/accounting.test.ts';
import '../test/unit/l1/budget.test.ts';
import '../test/unit/l1/entries.test.ts';
import '../test/unit/l1/namespaces.test.ts';
import '../test/unit/l1/options.test.ts';
import '../test/unit/l1/refresh-slots.test.ts';
