/** The parts of the language that Node 20 lacks and the command uses. The launcher loads them where they are missing. */
import 'core-js/actual/array/from-async.js';
import 'core-js/actual/iterator/index.js';
import 'core-js/actual/map/group-by.js';
import 'core-js/actual/object/group-by.js';
import 'core-js/actual/promise/with-resolvers.js';
import 'core-js/actual/set/index.js';
