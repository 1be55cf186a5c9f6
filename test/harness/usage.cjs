// Preloaded (`node --require`) into a process whose cost is measured: writes its CPU time and peak memory to the file that
// USAGE_FILE names, as the process ends.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.USAGE_FILE,
    JSON.stringify({
      cpu: (userCPUTime + systemCPUTime) / 1e6,
      megabytes: maxRSS / 1024,
    }),
  );
});
