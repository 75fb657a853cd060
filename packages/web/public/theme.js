// Runs before the first paint, so that a chosen theme does not flash in from the system's.
try {
  const theme = localStorage.getItem('hookwell.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (_noStorage) {
  // The system's theme, then.
}
