import fc from 'fast-check';

/** Random tests try the same values in every run: a run says something about the change, not about chance. */
fc.configureGlobal({ seed: Number(process.env.HOOKWELL_TEST_SEED ?? 1) });
